package tutor

// Apply applies edits to input. They must be in order and not overlap. It works from the last to the
// first, so that no edit moves another. Offsets beyond input count as its end.
func Apply(input string, edits []Edit) string {
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		start := byteOffset(input, e.Offset)
		end := start + byteOffset(input[start:], e.Length)
		input = input[:start] + e.Replacement + input[end:]
	}
	return input
}
