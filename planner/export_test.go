package planner

// What the tests of this package look into.
var ParsePlan = parsePlan

type (
	ParseOptions = parseOptions
	ParsedPlan   = parsedPlan
)
