import Foundation

// Simulates sites of many nodes with measured costs: how long a click takes, and where each way to store visitors ends.
//
//     swift run --package-path Benchmarks --configuration release Scaling [--pictures FOLDER]
//
// Prints a table. With a folder, it draws the curves there, for light and dark pages.

/// A way to run a site, as a line of the picture.
struct Line {
  let title: String
  let site: (_ visitors: Int) -> Site
}

let lines = [
  Line(title: "1 node, nothing stored") { _ in Site(nodes: 1) },
  Line(title: "8 nodes, nothing stored") { _ in Site(nodes: 8) },
  Line(title: "8 nodes, a cluster, each click stored") { _ in Site(nodes: 8, storing: .everyClick) },
  Line(title: "8 nodes, a cluster, quiet visitors stored each minute") { _ in Site(nodes: 8, storing: .quiet(60)) },
  Line(title: "8 nodes, nothing stored, a shared value changes each second") { _ in Site(nodes: 8, sharedChanges: 1) },
  Line(title: "a node for 4,000 visitors, a cluster for 1,000, each click stored") { visitors in
    Site(nodes: max(visitors / 4_000, 1), storing: .everyClick, clusters: max(visitors / 1_000, 1))
  },
]

let steps = [2, 3, 4, 5, 6].flatMap { power in [1, 2, 5].map { $0 * Int(pow(10, Double(power))) } } + [10_000_000]

func milliseconds(_ seconds: Double) -> String {
  let value = seconds * 1_000
  return value < 10 ? String(format: "%.1f", value) : String(format: "%.0f", value)
}

let curves = lines.map { line in
  steps.map { visitors in line.site(visitors).acknowledgment(visitors: visitors) }
}

print("| visitors | " + lines.map(\.title).joined(separator: " | ") + " |")
print("| --: |" + String(repeating: " --: |", count: lines.count))
for (row, visitors) in steps.enumerated() where "\(visitors)".hasPrefix("1") {
  let cells = curves.map { curve in curve[row].map { "\(milliseconds($0.p50)) / \(milliseconds($0.p99))" } ?? "–" }
  print("| \(visitors) | " + cells.joined(separator: " | ") + " |")
}
print("\nVisitors at 70 % of what the cores and the cluster can do:")
for line in lines.dropLast() { print("- \(line.title): \(line.site(0).capacity)") }

print("- a GiB of memory: \(Int(1_073_741_824 / Costs().memory))")

if let index = CommandLine.arguments.firstIndex(of: "--pictures"), index + 1 < CommandLine.arguments.count {
  let folder = URL(filePath: CommandLine.arguments[index + 1])
  for (suffix, colors) in [("", Colors.light), ("~dark", Colors.dark)] {
    let picture = draw(lines.map(\.title), steps, curves.map { $0.map { $0?.p99 } }, colors)
    try Data(picture.utf8).write(to: folder.appending(path: "scaling\(suffix).svg"))
  }
}
