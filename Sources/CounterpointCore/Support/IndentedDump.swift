import CustomDump

/// A value as text for an issue, set off from the sentences around it.
func indentedDump(of value: some Any) -> String {
  var text = ""
  customDump(value, to: &text, indent: 2)
  return text
}
