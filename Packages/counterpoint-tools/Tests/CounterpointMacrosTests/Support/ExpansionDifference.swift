/// A section of a case that differs from the result of the expansion.
struct ExpansionDifference: Equatable {
  let section: ExpansionCase.Section
  /// The line of the section in the data file; that of the case if the section is missing.
  let line: Int
  let message: String
}

extension ExpansionCase {
  /// Returns the sections that differ from a result, in the order of the file.
  func differences(from actual: ExpandedSource) -> [ExpansionDifference] {
    Section.allCases.filter { $0 != .input }.compactMap { section in
      let old = sections[section]
      let new = actual[section]
      guard old != new else { return nil }
      let title =
        switch (old, new) {
        case (nil, _): "The section '--- \(section.rawValue)' is missing (+ is the result)"
        case (_, nil): "The section '--- \(section.rawValue)' should be removed (- is the file)"
        default: "The section '--- \(section.rawValue)' differs (- is the file, + is the result)"
        }
      return ExpansionDifference(
        section: section,
        line: self.lines[section] ?? line,
        message: "\(title):\n\(lineDifferences(from: old, to: new))"
      )
    }
  }

  /// Returns the case with the sections of a result.
  func replacingSections(with actual: ExpandedSource) -> ExpansionCase {
    var new = self
    for section in Section.allCases where section != .input {
      new.sections[section] = actual[section]
    }
    return new
  }
}

extension ExpandedSource {
  /// The expected text of a section; `nil` if the case must not have it.
  subscript(section: ExpansionCase.Section) -> String? {
    switch section {
    case .input: nil
    case .expansion: expansion.trimmingNewlines
    case .diagnostics: diagnostics
    case .fixedSource: fixedSource?.trimmingNewlines
    }
  }
}
