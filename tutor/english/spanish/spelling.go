package spanish

import "strings"

var acute = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

func endsInVowel(text string) bool {
	return text != "" && strings.ContainsRune("aeiou", rune(text[len(text)-1]))
}
