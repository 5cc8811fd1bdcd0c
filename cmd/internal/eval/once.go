package eval

import "encoding/json"

// lines returns scores as --json prints them.
func lines(scores []scored) ([]byte, error) {
	var text []byte
	for _, s := range scores {
		line, err := json.Marshal(s)
		if err != nil {
			return nil, err
		}
		text = append(append(text, line...), '\n')
	}
	return text, nil
}
