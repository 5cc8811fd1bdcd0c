// Package builtin has the tools that people ask an agent for first: the files of one folder, sums and
// dates, pages of named hosts, named commands.
//
// [OpenFolder] confines the tools of files to one folder: [Folder.Tools] lists, searches and reads it,
// and writes to it where [FolderOptions.Write] says so. Nothing outside of the folder can be named,
// neither by .. nor by a link, and only regular files count. [Calculate] and [Today] need no
// configuration. [Fetch] takes the hosts, and [Command] the commands, that a person has named.
//
// The tools are made for small models. One call answers the question that people ask: search_text gives
// paths, line numbers and lines. And what is known is in the grammar: after a listing, a path is one
// of those that were listed; the text that edit_file replaces is text that this run has read and that
// still stands there ([tools.Options.Known]).
//
// A file is replaced as a whole or not at all, and what it held before stays in the log
// ([tools.Observation.Kept]), from which [Folder.Undo] brings it back.
package builtin
