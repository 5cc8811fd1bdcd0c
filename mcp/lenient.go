package mcp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Servers say more, and otherwise, than the library reads: a wrong word of theirs would cost the message. This file
// leaves such words out before the library sees them, and keeps as they are spelled the values whose numbers it would
// round.

// keptAs is the prefix of what is kept in _meta.
const keptAs = "shortleash/"

// keep notes the text of a value in _meta.
func keep(object map[string]json.RawMessage, name string) {
	meta := map[string]json.RawMessage{}
	_ = json.Unmarshal(object["_meta"], &meta) // what is not an object was left out
	if meta == nil {
		meta = map[string]json.RawMessage{}
	}
	meta[keptAs+name] = encoded(string(object[name]))
	object["_meta"] = encoded(meta)
}

// kept returns the value that was kept as it is spelled, or value.
func kept(meta sdk.Meta, name string, value any) any {
	if text, ok := meta[keptAs+name].(string); ok {
		return json.RawMessage(text)
	}
	return value
}

func encoded(v any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings, and what was decoded from JSON
	return bytes.TrimSpace(b.Bytes())
}

// object reads a JSON object, or returns nil.
func object(text json.RawMessage) (o map[string]json.RawMessage) {
	if json.Unmarshal(text, &o) != nil {
		return nil
	}
	return o
}

// drop leaves members out that do not begin as one of the kinds of JSON that firsts names, by their first byte.
func drop(o map[string]json.RawMessage, firsts string, names ...string) {
	for _, name := range names {
		if v := o[name]; len(v) > 0 && !strings.ContainsRune(firsts, rune(v[0])) {
			delete(o, name)
		}
	}
}

// lenient returns a message of a server as the library reads it.
func lenient(text []byte) []byte {
	text = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(text), []byte("\ufeff")))
	message := object(text)
	result := object(message["result"])
	if result == nil {
		if message["result"] != nil && message["id"] != nil && string(message["result"]) == "[]" { // PHP's {}
			message["result"] = json.RawMessage("{}")
			return encoded(message)
		}
		return text
	}
	drop(result, "{", "_meta", "capabilities", "serverInfo")
	if capabilities := object(result["capabilities"]); capabilities != nil {
		for name, v := range capabilities {
			if string(v) == "[]" {
				capabilities[name] = json.RawMessage("{}")
			}
		}
		result["capabilities"] = encoded(capabilities)
	} else if result["protocolVersion"] != nil {
		result["capabilities"] = json.RawMessage("{}")
	}
	if info := object(result["serverInfo"]); info != nil {
		drop(info, `"`, "name", "version", "title")
		result["serverInfo"] = encoded(info)
	}
	if tools, ok := items(result["tools"]); ok {
		result["tools"] = encoded(slices.Collect(lenientTools(tools)))
	}
	lenientCall(result)
	message["result"] = encoded(result)
	return encoded(message)
}

func items(text json.RawMessage) (list []json.RawMessage, ok bool) {
	return list, len(text) > 0 && text[0] == '[' && json.Unmarshal(text, &list) == nil
}

// lenientTools yields tools as the library reads them. One without a name is none.
func lenientTools(tools []json.RawMessage) func(yield func(json.RawMessage) bool) {
	return func(yield func(json.RawMessage) bool) {
		for _, text := range tools {
			tool := object(text)
			drop(tool, `"`, "name", "title", "description")
			drop(tool, "{", "_meta", "annotations", "outputSchema", "execution")
			drop(tool, "[", "icons")
			if tool["name"] == nil {
				continue
			}
			if annotations := object(tool["annotations"]); annotations != nil {
				drop(annotations, "tf", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
				drop(annotations, `"`, "title")
				tool["annotations"] = encoded(annotations)
			}
			if schema := object(tool["inputSchema"]); schema != nil && string(bytes.ReplaceAll(schema["properties"], []byte(" "), nil)) == "[]" {
				schema["properties"] = json.RawMessage("{}") // PHP's
				tool["inputSchema"] = encoded(schema)
			}
			for _, name := range []string{"inputSchema", "outputSchema"} {
				if tool[name] != nil {
					keep(tool, name)
				}
			}
			if !yield(encoded(tool)) {
				return
			}
		}
	}
}

// lenientCall changes the result of a call as the library reads it.
func lenientCall(result map[string]json.RawMessage) {
	switch strings.Trim(string(result["isError"]), `"`) {
	case "true":
		result["isError"] = json.RawMessage("true")
	default:
		delete(result, "isError")
	}
	if string(result["structuredContent"]) == "null" {
		delete(result, "structuredContent")
	}
	if result["structuredContent"] != nil {
		keep(result, "structuredContent")
	}
	content, ok := items(result["content"])
	for i, text := range content {
		if part := object(text); part != nil {
			drop(part, "{", "annotations", "_meta")
			if part["type"] == nil && part["text"] != nil {
				part["type"] = json.RawMessage(`"text"`)
			}
			if v := part["text"]; len(v) > 0 && v[0] != '"' {
				part["text"] = encoded(string(v))
			}
			content[i] = encoded(part)
		}
	}
	if ok {
		result["content"] = encoded(content)
	}
}
