// Package prompt turns prompt files into the messages that a model reads.
//
// A [Prompt] is a parsed file, with a template for each block of a conversation; a [Set] has one for each
// role and purpose, and [General] is the one that any instructed model understands. [Prompt.Messages]
// renders a question that stands alone. A [Conversation] collects the messages of one that goes on over
// several decisions, and [Prompt.ExecutorConversation] renders the whole history of an executor. Where a
// conversation grew too long, its oldest steps are shown in short ([Summarize]).
//
// What stays the same stands first and what changes last, so that a server's prefix cache is of use. A
// [Cache] keeps what was rendered, and the schemas of questions; prompts are the same with and without it.
package prompt
