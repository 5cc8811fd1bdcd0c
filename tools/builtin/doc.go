// Package builtin has the tools that agents need most often: files in one folder, arithmetic and
// dates, web pages from named hosts, and named commands.
//
// [OpenFolder] confines file tools to one folder: [Folder.Tools] returns tools that list, search and
// read it, and write to it if [FolderOptions.Write] is set. The tools cannot reach anything outside
// the folder, neither by .. nor by a link, and they use only regular files. [Calculate] and [Today]
// need no configuration. [Fetch] takes the hosts, and [Command] the commands, that are allowed.
//
// The tools are made for small models. One call answers a typical question: search_text returns
// paths, line numbers and lines. And the grammar uses what the run knows: after a listing, a path
// must be one of those listed; the text that edit_file replaces must be text that this run has read
// and that is still in the file ([tools.Options.Known]).
//
// A file is replaced as a whole or not at all. Its previous contents stay in the log
// ([tools.Observation.Kept]), from which [Folder.Undo] restores them.
package builtin
