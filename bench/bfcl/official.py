"""Speaks for bfcl-eval: its questions and functions, turned into requests by its own code, and its own checker.

    python official.py MODEL SKIP N CATEGORY,CATEGORY… ROW=URL…

First comes one line, a list of what is to be asked: of each category, for each row, N items {"model", "row", "url", "category", "id",
"names", "request"}, those after the first SKIP by a hash of their ids; names are those of the tools in the request.
Then each line {"id", "category",
"calls"}, with calls as OpenAI's protocol has them or null, is answered by a line {"verdict", "error"}.

PYTHONPATH has the package, which may be installed without its dependencies: what the code used here imports besides, and never
calls, is stood in for.
"""

import hashlib
import json
import sys
import types


def stand_in(name, **members):
    module = types.ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module


class Models(dict):
    """The settings of any model: names reach it with underscores for dots, as OpenAI's protocol wants them."""

    def __missing__(self, _):
        return types.SimpleNamespace(underscore_to_dot=True)


stand_in("bfcl_eval.constants.model_config", MODEL_CONFIG_MAPPING=Models())
stand_in("bfcl_eval.model_handler.parser.java_parser", parse_java_function_call=None)
stand_in("bfcl_eval.model_handler.parser.js_parser", parse_javascript_function_call=None)
stand_in("tenacity", retry=None, retry_if_exception_message=None, retry_if_exception_type=None, wait_random_exponential=None)
stand_in("filelock", FileLock=None)

from bfcl_eval.constants.enums import Language, ModelStyle  # noqa: E402
from bfcl_eval.constants.type_mappings import GORILLA_TO_OPENAPI  # noqa: E402
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker  # noqa: E402
from bfcl_eval.model_handler.utils import convert_to_tool  # noqa: E402
from bfcl_eval.utils import (  # noqa: E402
    _func_doc_language_specific_pre_processing as with_hint,
    is_empty_output,
    is_function_calling_format_output,
    load_file,
)
from bfcl_eval.constants.eval_config import POSSIBLE_ANSWER_PATH, PROMPT_PATH  # noqa: E402


def entries(folder, category):
    return load_file(folder / f"BFCL_v4_{category}.json", use_lock=False)


def sample(skip, n, category):
    entries_of_it = entries(PROMPT_PATH, category)
    return sorted(entries_of_it, key=lambda entry: hashlib.sha256(entry["id"].encode()).digest())[skip:][:n]


def arguments(call):
    """The arguments of a call: the text of an object in the protocol, an object where they stood in a text."""
    return json.loads(call["arguments"]) if isinstance(call["arguments"], str) else call["arguments"]


def judge(category, calls, functions, truth):
    try:
        calls = [{call["name"]: arguments(call)} for call in calls]
        readable = is_function_calling_format_output(calls)
    except (TypeError, ValueError):
        readable = False
    if "irrelevance" in category:
        return ("right" if not readable or is_empty_output(calls) else "called needlessly"), None
    if not readable:
        return "no call that can be read", None
    result = ast_checker(functions, calls, truth, Language.PYTHON, category, "")
    return ("right", None) if result["valid"] else (result["error_type"], result["error"])


def say(line):
    print(json.dumps(line), flush=True)


model, skip, n, categories, *rows = sys.argv[1:]
functions, truths, asked = {}, {}, []
for category in categories.split(","):
    if "irrelevance" not in category:
        truths.update((entry["id"], entry["ground_truth"]) for entry in entries(POSSIBLE_ANSWER_PATH, category))
    items = []
    for item in sample(int(skip), int(n), category):
        functions[item["id"]] = item["function"]
        documented = with_hint(json.loads(json.dumps(item["function"])), category)
        tools = convert_to_tool(documented, GORILLA_TO_OPENAPI, ModelStyle.OPENAI_COMPLETIONS)
        request = {"model": model, "messages": item["question"][0], "tools": tools, "temperature": 0, "seed": 1, "max_tokens": 512}
        names = [tool["function"]["name"] for tool in tools]
        items.append({"model": model, "category": category, "id": item["id"], "names": names, "request": request})
    for row, _, url in (row.partition("=") for row in rows):
        asked += ({**item, "row": row, "url": url} for item in items)
say(asked)
for line in sys.stdin:
    got = json.loads(line)
    verdict, error = judge(got["category"], got["calls"], functions[got["id"]], truths.get(got["id"]))
    say({"verdict": verdict, "error": error})
