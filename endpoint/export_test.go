package endpoint

import "time"

// SetPatience bounds how long e waits for a client that does not read or write.
func (e *Endpoint) SetPatience(d time.Duration) { e.patience = d }
