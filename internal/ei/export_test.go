package ei

// PlainKeys is for tests.
var PlainKeys = plainKeys
