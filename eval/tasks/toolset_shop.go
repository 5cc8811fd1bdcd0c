package tasks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

var shop = Toolset{Name: "shop", Description: "products, customers and orders", Usual: `{
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
		"o3": {"customer": "c1", "product": "p1", "quantity": 2, "status": "open"}}}`, open: openShop, nouns: "order product customer", ids: ids{
	"get_product": {"id": "p"}, "set_price": {"id": "p"}, "restock": {"id": "p"}, "get_order": {"id": "o"},
	"cancel_order": {"id": "o"}, "list_orders": {"customer": "c"}, "place_order": {"customer": "c", "product": "p"}}}

type (
	// A store is the world of the shop, by ids.
	store struct {
		Products  map[string]*product `json:"products"`
		Customers map[string]string   `json:"customers"`
		Orders    map[string]*order   `json:"orders"`
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

func openShop(start json.RawMessage, s *Session) (any, error) {
	d, err := remember[store](start)
	if err != nil {
		return nil, err
	}
	if d.Orders == nil {
		d.Orders = map[string]*order{}
	}
	offer(s, "find_products", "the products whose name has this text", d.findProducts)
	offer(s, "get_product", "name, price and stock of a product", func(in idArg) (*product, error) { return d.product(in.ID) })
	offer(s, "find_customer", "the ids of the customers with this name", d.findCustomer)
	offer(s, "list_orders", "the orders of a customer", d.listOrders)
	offer(s, "get_order", "one order", func(in idArg) (*order, error) { return d.order(in.ID) })
	offer(s, "place_order", "orders a product for a customer and gives the id of the order", d.place)
	offer(s, "cancel_order", "cancels an order that is open, and puts its products back into stock", d.cancel)
	offer(s, "set_price", "gives a product another price", d.setPrice)
	offer(s, "restock", "adds to the stock of a product", d.restock)
	return d, nil
}

func (d *store) findProducts(in textArg) ([]reference, error) {
	list := []reference{}
	for _, id := range slices.Sorted(maps.Keys(d.Products)) {
		if name := d.Products[id].Name; holds(name, in.Text) {
			list = append(list, reference{id, name})
		}
	}
	return list, nil
}

func (d *store) findCustomer(in nameArg) ([]reference, error) {
	list := []reference{}
	for _, id := range slices.Sorted(maps.Keys(d.Customers)) {
		if name := d.Customers[id]; holds(name, in.Name) {
			list = append(list, reference{id, name})
		}
	}
	return list, nil
}

// holds reports whether a name has a part, in any case.
func holds(name, part string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(part))
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
	list := []listedOrder{}
	for _, id := range slices.Sorted(maps.Keys(d.Orders)) {
		if o := d.Orders[id]; o.Customer == in.Customer {
			list = append(list, listedOrder{id, *o})
		}
	}
	return list, nil
}

func (d *store) customer(id string) error {
	if _, ok := d.Customers[id]; !ok {
		return tools.NotFound("there is no customer with the id %q", id)
	}
	return nil
}

func (d *store) product(id string) (*product, error) {
	p, ok := d.Products[id]
	if !ok {
		return nil, tools.NotFound("there is no product with the id %q", id)
	}
	return p, nil
}

func (d *store) order(id string) (*order, error) {
	o, ok := d.Orders[id]
	if !ok {
		return nil, tools.NotFound("there is no order with the id %q", id)
	}
	return o, nil
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
	p.Stock -= in.Quantity
	last := 0 // an id that was free once may stand in an answer
	for id := range d.Orders {
		n := 0
		fmt.Sscanf(id, "o%d", &n) // an id of another form is not a number
		last = max(last, n)
	}
	id := fmt.Sprintf("o%d", last+1)
	d.Orders[id] = &order{in.Customer, in.Product, in.Quantity, "open"}
	return id, nil
}

func (d *store) cancel(in idArg) (string, error) {
	o, err := d.order(in.ID)
	if err != nil {
		return "", err
	}
	if o.Status != "open" {
		return "", tools.BadArgument("order %s is %s and cannot be cancelled", in.ID, o.Status)
	}
	o.Status = "cancelled"
	if p, ok := d.Products[o.Product]; ok { // it may not be sold any more
		p.Stock += o.Quantity
	}
	return "cancelled", nil
}

func (d *store) setPrice(in priceArgs) (string, error) {
	p, err := d.product(in.ID)
	if err != nil {
		return "", err
	}
	p.Price = in.Price
	return "changed", nil
}

func (d *store) restock(in restockArgs) (product, error) {
	p, err := d.product(in.ID)
	if err != nil {
		return product{}, err
	}
	p.Stock += in.Quantity
	return *p, nil
}
