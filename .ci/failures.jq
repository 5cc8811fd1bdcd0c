# From the events of `go test -json`, all that was printed by tests that failed and by the compiler.
(map(select(.Action == "fail" and .Test) | "\(.Package) \(.Test)") | unique) as $failed
| map(select(.Action == "build-output"
    or (.Action == "output" and .Test and ("\(.Package) \(.Test)" | IN($failed[]))))
  | .Output)
| .[]
