import CustomDump

/// Returns the indented dump of a value for an issue.
func indentedDump(of value: some Any) -> String {
  var text = ""
  customDump(value, to: &text, indent: 2)
  return text
}
