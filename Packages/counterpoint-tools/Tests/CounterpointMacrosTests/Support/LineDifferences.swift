/// Returns the lines that differ between two texts; `nil` is a text without lines.
///
/// Removed lines begin with `-`, inserted ones with `+`. Up to three equal lines are around them, and `⋯` stands for
/// others. The result is empty if the texts are equal.
func lineDifferences(from old: String?, to new: String?) -> String {
  let lines = markedLines(from: old?.lines ?? [], to: new?.lines ?? [])
  let changed = lines.indices.filter { lines[$0].mark != " " }
  let shown = Set(changed.flatMap { max($0 - 3, 0)...min($0 + 3, lines.count - 1) })
  return lines.indices.compactMap { index -> String? in
    guard !shown.contains(index) else { return "\(lines[index].mark) \(lines[index].text)" }
    return shown.contains(index - 1) || (index == 0 && !shown.isEmpty) ? "  ⋯" : nil
  }
  .joined(separator: "\n")
}

/// Returns the lines of both texts, the equal ones once.
private func markedLines(from old: [Substring], to new: [Substring]) -> [(mark: Character, text: Substring)] {
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [(mark: Character, text: Substring)] = []
  var (oldIndex, newIndex) = (0, 0)
  while oldIndex < old.count || newIndex < new.count {
    if removed.contains(oldIndex) {
      lines.append(("-", old[oldIndex]))
      oldIndex += 1
    } else if inserted.contains(newIndex) {
      lines.append(("+", new[newIndex]))
      newIndex += 1
    } else {
      lines.append((" ", old[oldIndex]))
      oldIndex += 1
      newIndex += 1
    }
  }
  return lines
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
