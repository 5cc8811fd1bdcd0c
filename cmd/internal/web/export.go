package web

import (
	"mime"
	"net/http"
)

// ownExport answers with a file of the program's page.
func (s *Server) ownExport(w http.ResponseWriter, r *http.Request, p Page) {
	name, text, err := p.Export(r)
	if err != nil {
		s.problem(w, r, http.StatusUnprocessableEntity, p.Path, Plain(err))
		return
	}
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(text) // who has gone does not read it
}
