package tasks

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/shortleash/shortleash/tools"
)

var shop = Toolset{Name: "shop", Description: "products, customers and orders, in a SQL database", Usual: `{
	"products": {
		"p1": {"name": "blue mug", "price": 8.5, "stock": 12},
		"p2": {"name": "green mug", "price": 9, "stock": 0},
		"p3": {"name": "teapot", "price": 24, "stock": 3},
		"p4": {"name": "tea towel", "price": 5.25, "stock": 40},
		"p5": {"name": "tray", "price": 17.75, "stock": 6}},
	"customers": {"c1": "Ana Ruiz", "c2": "Ben Ode", "c3": "Chloe Park"},
	"orders": {
		"o1": {"customer": "c1", "product": "p3", "quantity": 1, "status": "open"},
		"o2": {"customer": "c2", "product": "p4", "quantity": 4, "status": "shipped"},
		"o3": {"customer": "c1", "product": "p1", "quantity": 2, "status": "open"}}}`, open: openShop, ids: ids{
	"get_product": {"id": "p"}, "set_price": {"id": "p"}, "restock": {"id": "p"}, "get_order": {"id": "o"},
	"cancel_order": {"id": "o"}, "list_orders": {"customer": "c"}, "place_order": {"customer": "c", "product": "p"}}}

type (
	shopState struct {
		Products  map[string]product `json:"products"`
		Customers map[string]string  `json:"customers"`
		Orders    map[string]order   `json:"orders"`
	}
	product struct {
		Name  string  `json:"name"`
		Price float64 `json:"price"`
		Stock int     `json:"stock"`
	}
	order struct {
		Customer string `json:"customer"`
		Product  string `json:"product"`
		Quantity int    `json:"quantity"`
		Status   string `json:"status"`
	}
	customerArg struct {
		Customer string `json:"customer" jsonschema:"maxLength=8" jsonschema_description:"the id of a customer"`
	}
	orderArgs struct {
		Customer string `json:"customer" jsonschema:"maxLength=8" jsonschema_description:"the id of a customer"`
		Product  string `json:"product" jsonschema:"maxLength=8" jsonschema_description:"the id of a product"`
		Quantity int    `json:"quantity" jsonschema:"minimum=1,maximum=1000"`
	}
	priceArgs struct {
		ID    string  `json:"id" jsonschema:"maxLength=8" jsonschema_description:"the id of a product"`
		Price float64 `json:"price" jsonschema:"minimum=0,maximum=100000"`
	}
	restockArgs struct {
		ID       string `json:"id" jsonschema:"maxLength=8" jsonschema_description:"the id of a product"`
		Quantity int    `json:"quantity" jsonschema:"minimum=1,maximum=1000"`
	}
)

// A store is the world of the shop: a database in memory.
type store struct{ db *sql.DB }

const tables = `
CREATE TABLE products  (id TEXT PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL, stock INTEGER NOT NULL);
CREATE TABLE customers (id TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE orders    (id TEXT PRIMARY KEY, customer TEXT NOT NULL, product TEXT NOT NULL, quantity INTEGER NOT NULL, status TEXT NOT NULL);`

func openShop(start json.RawMessage, s *Session) (world, error) {
	var begin shopState
	if err := json.Unmarshal(start, &begin); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // each connection would have a database of its own
	d := &store{db}
	if err := d.fill(begin); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	offer(s, "find_products", "the products whose name has this text", d.findProducts)
	offer(s, "get_product", "name, price and stock of a product", func(in idArg) (product, error) { return d.product(in.ID) })
	offer(s, "find_customer", "the ids of the customers with this name", d.findCustomer)
	offer(s, "list_orders", "the orders of a customer", d.listOrders)
	offer(s, "get_order", "one order", func(in idArg) (order, error) { return d.order(in.ID) })
	offer(s, "place_order", "orders a product for a customer and gives the id of the order", d.place)
	offer(s, "cancel_order", "cancels an order that is open, and puts its products back into stock", d.cancel)
	offer(s, "set_price", "gives a product another price", d.setPrice)
	offer(s, "restock", "adds to the stock of a product", d.restock)
	return d, nil
}

func (d *store) close() error { return d.db.Close() }

func (d *store) fill(s shopState) error {
	if _, err := d.db.Exec(tables); err != nil {
		return err
	}
	var failed []error
	insert := func(statement string, values ...any) {
		_, err := d.db.Exec(statement, values...)
		failed = append(failed, err)
	}
	for id, p := range s.Products {
		insert(`INSERT INTO products VALUES (?, ?, ?, ?)`, id, p.Name, p.Price, p.Stock)
	}
	for id, name := range s.Customers {
		insert(`INSERT INTO customers VALUES (?, ?)`, id, name)
	}
	for id, o := range s.Orders {
		insert(`INSERT INTO orders VALUES (?, ?, ?, ?, ?)`, id, o.Customer, o.Product, o.Quantity, o.Status)
	}
	return errors.Join(failed...)
}

func (d *store) state() (any, error) {
	products, err := d.products("")
	if err != nil {
		return nil, err
	}
	customers, err := d.customers("")
	if err != nil {
		return nil, err
	}
	orders, err := d.orders("")
	if err != nil {
		return nil, err
	}
	return plain(shopState{products, customers, orders})
}

// each calls row for each row of a query.
func (d *store) each(row func(scan func(...any) error) error, query string, values ...any) error {
	rows, err := d.db.Query(query, values...)
	if err != nil {
		return err
	}
	defer rows.Close() // after an error of its own, which rows.Err has
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// products returns those whose name has text in it.
func (d *store) products(text string) (map[string]product, error) {
	all := map[string]product{}
	return all, d.each(func(scan func(...any) error) error {
		var id string
		var p product
		err := scan(&id, &p.Name, &p.Price, &p.Stock)
		all[id] = p
		return err
	}, `SELECT id, name, price, stock FROM products WHERE instr(lower(name), lower(?)) > 0 OR ? = ''`, text, text)
}

func (d *store) customers(name string) (map[string]string, error) {
	all := map[string]string{}
	return all, d.each(func(scan func(...any) error) error {
		var id, name string
		err := scan(&id, &name)
		all[id] = name
		return err
	}, `SELECT id, name FROM customers WHERE instr(lower(name), lower(?)) > 0 OR ? = ''`, name, name)
}

func (d *store) orders(customer string) (map[string]order, error) {
	all := map[string]order{}
	return all, d.each(func(scan func(...any) error) error {
		var id string
		var o order
		err := scan(&id, &o.Customer, &o.Product, &o.Quantity, &o.Status)
		all[id] = o
		return err
	}, `SELECT id, customer, product, quantity, status FROM orders WHERE customer = ? OR ? = ''`, customer, customer)
}

func (d *store) findProducts(in textArg) ([]reference, error) {
	found, err := d.products(in.Text)
	list := []reference{}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, reference{id, found[id].Name})
	}
	return list, err
}

func (d *store) findCustomer(in nameArg) ([]reference, error) {
	found, err := d.customers(in.Name)
	list := []reference{}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, reference{id, found[id]})
	}
	return list, err
}

// A listedOrder is an order as lists show it.
type listedOrder struct {
	ID string `json:"id"`
	order
}

func (d *store) listOrders(in customerArg) ([]listedOrder, error) {
	if err := d.customer(in.Customer); err != nil {
		return nil, err
	}
	found, err := d.orders(in.Customer)
	list := []listedOrder{}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		list = append(list, listedOrder{id, found[id]})
	}
	return list, err
}

func (d *store) customer(id string) error {
	all, err := d.customers("")
	if _, ok := all[id]; err == nil && !ok {
		return tools.NotFound("there is no customer with the id %q", id)
	}
	return err
}

func (d *store) product(id string) (product, error) {
	all, err := d.products("")
	p, ok := all[id]
	if err == nil && !ok {
		err = tools.NotFound("there is no product with the id %q", id)
	}
	return p, err
}

func (d *store) order(id string) (order, error) {
	all, err := d.orders("")
	o, ok := all[id]
	if err == nil && !ok {
		err = tools.NotFound("there is no order with the id %q", id)
	}
	return o, err
}

func (d *store) place(in orderArgs) (string, error) {
	if err := d.customer(in.Customer); err != nil {
		return "", err
	}
	p, err := d.product(in.Product)
	if err != nil {
		return "", err
	}
	if p.Stock < in.Quantity {
		return "", tools.BadArgument("there are only %d of %s in stock", p.Stock, p.Name)
	}
	all, err := d.orders("")
	if err != nil {
		return "", err
	}
	id := fmt.Sprintf("o%d", len(all)+1)
	if _, err := d.db.Exec(`INSERT INTO orders VALUES (?, ?, ?, ?, 'open')`, id, in.Customer, in.Product, in.Quantity); err != nil {
		return "", err
	}
	return id, d.addStock(in.Product, -in.Quantity)
}

func (d *store) cancel(in idArg) (string, error) {
	o, err := d.order(in.ID)
	if err != nil {
		return "", err
	}
	if o.Status != "open" {
		return "", tools.BadArgument("order %s is %s and cannot be cancelled", in.ID, o.Status)
	}
	if _, err := d.db.Exec(`UPDATE orders SET status = 'cancelled' WHERE id = ?`, in.ID); err != nil {
		return "", err
	}
	return "cancelled", d.addStock(o.Product, o.Quantity)
}

func (d *store) setPrice(in priceArgs) (string, error) {
	if _, err := d.product(in.ID); err != nil {
		return "", err
	}
	_, err := d.db.Exec(`UPDATE products SET price = ? WHERE id = ?`, in.Price, in.ID)
	return "changed", err
}

func (d *store) restock(in restockArgs) (product, error) {
	if _, err := d.product(in.ID); err != nil {
		return product{}, err
	}
	if err := d.addStock(in.ID, in.Quantity); err != nil {
		return product{}, err
	}
	return d.product(in.ID)
}

func (d *store) addStock(id string, quantity int) error {
	_, err := d.db.Exec(`UPDATE products SET stock = stock + ? WHERE id = ?`, quantity, id)
	return err
}
