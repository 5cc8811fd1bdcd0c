// Package prompt turns prompt files into the messages that a model reads.
//
// A [Prompt] is a parsed file, with a template for each block of a conversation; a [Set] has one for
// each role and purpose, and [General] is the one that any instruction-tuned model understands.
// [Prompt.Messages] renders a single question. A [Conversation] collects the messages of a conversation
// over several decisions, and [Prompt.ExecutorConversation] renders the whole history of an executor.
// If a conversation grows too long, its oldest steps are shown as summaries ([Summarize]).
//
// Unchanging parts come first and changing parts last, so that a server's prefix cache helps. A
// [Cache] keeps rendered parts and the schemas of questions; prompts are the same with and without it.
package prompt
