# From the events of `go test -json`, all that was printed by tests that failed or did not end, and by the compiler.
(map(select(.Test and (.Action == "run" or .Action == "pass" or .Action == "skip" or .Action == "fail")))
  | group_by([.Package, .Test])
  | map(select(all(.[]; .Action != "pass" and .Action != "skip")) | .[0] | "\(.Package) \(.Test)")) as $failed
| map(select(.Action == "build-output"
    or (.Action == "output" and .Test and ("\(.Package) \(.Test)" | IN($failed[]))))
  | .Output)
| .[]
