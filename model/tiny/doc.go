// Package tiny runs a small llama, a few million weights in a GGUF file, in pure Go under the token mask of
// the request's grammar.
//
// [Open] reads a file; the [Model] it returns is safe for concurrent use. The file also holds the
// [Tokenizer]: text consists of bytes and pieces, the fixed strings of the format that the weights were
// trained to write. The package itself contains no pieces, prompts or tasks. A [TokenMatcher] walks the
// grammar in such tokens and separates forced tokens from choices: only at a choice is the network asked,
// and tokens forced at the end of a document never pass through it. The states of finished requests are
// kept, so a new request feeds only the tokens after the longest prefix it shares with one of them.
//
// On one machine with one binary, the same request gives the same bytes, whatever other requests were
// made. Other processors add numbers in a different order, so near ties may be decided differently there.
package tiny
