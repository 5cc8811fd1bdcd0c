#!/usr/bin/env python3
"""The runner for engines with a Python package: runner.py ENGINE JOB FROM.

It reads a job file as package trial writes it, and writes a greeting and one result a line, as
trial.Serve does. ENGINE is llguidance or xgrammar. Times are time.perf_counter_ns around the calls,
so each holds about 0.2 microseconds of Python's own. The collector of garbage is off.
"""

import base64
import gc
import importlib.metadata
import json
import sys
import time

import numpy

clock = time.perf_counter_ns


def bit(mask, token):
    return (int(mask[token >> 5]) >> (token & 31)) & 1 == 1


class LLGuidance:
    """Matchers over a tokenizer with the slices that the package has for JSON."""

    note = "with its slices for JSON; a walk after the first finds its lexer warm"

    def __init__(self, header):
        import llguidance

        self.package = llguidance
        self.tokenizer = llguidance_tokenizer(llguidance.LLTokenizer, header)
        self.end = header["end"][0]
        self.mask = numpy.zeros((len(header["tokens"]) + 31) // 32, dtype=numpy.int32)
        self.address, self.size = self.mask.ctypes.data, self.mask.nbytes

    def compile(self, schema):
        matcher = self.package.LLMatcher
        self.matcher = matcher(self.tokenizer, matcher.grammar_from_json_schema(schema), log_level=0)
        if self.matcher.is_error():
            raise ValueError(self.matcher.get_error())

    def reset(self):
        if not self.matcher.reset():
            raise RuntimeError(self.matcher.get_error())

    def fill(self):
        self.matcher.unsafe_compute_mask_ptr(self.address, self.size)

    def check(self):
        if self.matcher.is_error():
            raise RuntimeError(self.matcher.get_error())

    def allowed(self, token):
        return bit(self.mask, token)

    def commit(self, token):
        return self.matcher.consume_token(token)

    def ended(self):
        return self.matcher.is_accepting()


def llguidance_tokenizer(kind, header):
    """Makes a tokenizer that cuts forced text as ours does: masks at forced positions depend on it."""
    tokens = [base64.b64decode(t or "") for t in header["tokens"]]
    special = {"<|control_%d|>" % token: token for token in header["end"] + (header["control"] or [])}
    slices = kind.json_slices()
    if header["split"]:  # byte pairs in order of id, which is what tiktoken's ranks are
        ranks = {text: token for token, text in enumerate(tokens) if text}
        return kind.from_tiktoken(
            encoder=ranks,
            special_tokens=special,
            pattern=header["split"],
            eos_token=header["end"][0],
            n_vocab=len(tokens),
            slices=slices,
        )

    from llguidance._tokenizer import TokenizerWrapper

    ids = {}
    for token, text in enumerate(tokens):
        ids.setdefault(text, token)
    longest = max(len(text) for text in tokens)
    for text, token in special.items():
        tokens[token] = text.encode()

    class Greedy:
        """Takes the longest token that fits, as package vocab does for the vocabularies it makes."""

        eos_token_id = header["end"][0]
        bos_token_id = None
        special_token_ids = list(special.values())

        def __call__(self, text):
            out = []
            while text:
                size = next(n for n in range(min(longest, len(text)), 0, -1) if text[:n] in ids)
                out.append(ids[text[:size]])
                text = text[size:]
            return out

    Greedy.tokens = tokens
    return kind(TokenizerWrapper(Greedy()), slices=slices)


class XGrammar:
    """A compiler without its cache, one thread, in the package's reading that is closest to the standard."""

    note = "any_whitespace, strict_mode off; NumPy instead of PyTorch to hold masks"

    def __init__(self, header):
        self.package = import_xgrammar()
        tokens = [base64.b64decode(t or "") for t in header["tokens"]]
        kind = self.package.VocabType.RAW
        info = self.package.TokenizerInfo(tokens, vocab_type=kind, vocab_size=len(tokens), stop_token_ids=header["end"])
        self.compiler = self.package.GrammarCompiler(info, max_threads=1, cache_enabled=False)
        self.end = header["end"][0]
        self.masks = numpy.zeros((1, (len(tokens) + 31) // 32), dtype=numpy.int32)
        self.needed = True

    def compile(self, schema):
        self.grammar = self.compiler.compile_json_schema(schema, any_whitespace=True, strict_mode=False)
        self.reset()

    def reset(self):
        self.matcher = self.package.GrammarMatcher(self.grammar)

    def fill(self):
        self.needed = self.matcher.fill_next_token_bitmask(self.masks)

    def check(self):
        pass

    def allowed(self, token):
        return not self.needed or bit(self.masks[0], token)

    def commit(self, token):
        return self.matcher.accept_token(token)

    def ended(self):
        self.fill()
        return self.allowed(self.end)


def import_xgrammar():
    """Imports XGrammar with stand-ins for the two large packages that it needs only for types."""
    import types

    import tvm_ffi  # looks for PyTorch itself, so it comes before the stand-in

    torch = types.ModuleType("torch")
    torch.Tensor = torch.LongTensor = torch.FloatTensor = numpy.ndarray
    torch.int32 = numpy.int32
    torch.tensor = lambda value, dtype=None: numpy.array(value, dtype=dtype)
    torch.full = lambda shape, value, dtype=None: numpy.full(shape, value, dtype=dtype)
    transformers = types.ModuleType("transformers")
    for name in ["AutoTokenizer", "LogitsProcessor", "PreTrainedTokenizerBase", "PreTrainedTokenizerFast"]:
        setattr(transformers, name, type(name, (), {}))
    sys.modules["torch"], sys.modules["transformers"] = torch, transformers
    import xgrammar

    assert tvm_ffi
    return xgrammar


def judge(engine, ids, result):
    """Walks one text; the times of every position go into result."""
    engine.reset()
    for at, token in enumerate(ids):
        before = clock()
        engine.fill()
        result["masks"].append(clock() - before)
        result["commits"].append(0)
        engine.check()
        if not engine.allowed(token):
            return {"accepted": False, "at": at, "why": "token %d is not in the mask" % token}
        before = clock()
        taken = engine.commit(token)
        result["commits"][-1] = clock() - before
        if not taken:
            return {"accepted": False, "at": at, "why": "token %d is in the mask and was refused" % token}
    if not engine.ended():
        return {"accepted": False, "at": len(ids), "why": "the text may not end here"}
    return {"accepted": True}


def run(engine, item):
    result = {"name": item["name"], "masks": [], "commits": [], "cold": 0, "texts": []}
    before = clock()
    try:
        engine.compile(item["schema"])
    except Exception as e:  # every error of a compiler is a refusal
        result["compile"] = clock() - before
        result["error"] = str(e) or repr(e)
        result["reason"] = result["error"].splitlines()[0][:60]
        return result
    result["compile"] = clock() - before
    try:
        before = clock()
        engine.fill()
        result["first"] = clock() - before
        engine.check()
    except Exception as e:
        result["trouble"] = "first mask: %s" % e
        return result
    for text in item["texts"] or []:
        try:
            result["texts"].append(judge(engine, text["ids"] or [], result))
        except Exception as e:  # an error in mid-text refuses the text
            result["texts"].append({"accepted": False, "why": "error: %s" % e})
        if len(result["texts"]) == 1:
            result["cold"] = len(result["masks"])
    return result


def main():
    name, path, begin = sys.argv[1:]
    gc.disable()
    with open(path, encoding="utf-8") as f:
        header = json.loads(f.readline())
        before = clock()
        engine = {"llguidance": LLGuidance, "xgrammar": XGrammar}[name](header)
        index = clock() - before
        about = {"name": name, "version": importlib.metadata.version(name), "note": engine.note}
        print(json.dumps({"about": about, "index": index}), flush=True)
        for number, line in enumerate(f):
            if number >= int(begin):
                print(json.dumps(run(engine, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
