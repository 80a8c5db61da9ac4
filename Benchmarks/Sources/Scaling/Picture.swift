import Foundation

/// The colors of a picture.
struct Colors {
  let paper, ink, quiet, grid: String
  let lines: [String]

  static let light = Colors(
    paper: "#ffffff",
    ink: "#1d1d1f",
    quiet: "#6e6e73",
    grid: "#e5e5ea",
    lines: ["#6e6e73", "#0066cc", "#c0392b", "#1e8449", "#8e44ad", "#b9770e"]
  )
  static let dark = Colors(
    paper: "#1d1d1f",
    ink: "#f5f5f7",
    quiet: "#a1a1a6",
    grid: "#3a3a3c",
    lines: ["#a1a1a6", "#4da3ff", "#ff6b5e", "#4cd37f", "#c58af9", "#f0b34a"]
  )
}

/// Draws curves over the number of visitors, both axes logarithmic. A curve ends where the site does.
///
/// - Parameters:
///   - titles: The titles of the curves.
///   - steps: The numbers of visitors.
///   - curves: The seconds of each curve; `nil` beyond its end.
///   - colors: The colors.
/// - Returns: The picture as SVG.
func draw(_ titles: [String], _ steps: [Int], _ curves: [[Double?]], _ colors: Colors) -> String {
  let (width, height, left, right, top, bottom) = (760.0, 500.0, 70.0, 20.0, 40.0, 190.0)
  let (lowest, highest) = (0.0005, 1.0)
  func x(_ visitors: Int) -> Double {
    let (first, last) = (log10(Double(steps[0])), log10(Double(steps[steps.count - 1])))
    return left + (log10(Double(visitors)) - first) / (last - first) * (width - left - right)
  }
  func y(_ seconds: Double) -> Double {
    let share = (log10(min(max(seconds, lowest), highest)) - log10(lowest)) / (log10(highest) - log10(lowest))
    return height - bottom - share * (height - top - bottom)
  }
  func point(_ visitors: Int, _ seconds: Double) -> String {
    String(format: "%.1f,%.1f", x(visitors), y(seconds))
  }
  func text(_ x: Double, _ y: Double, _ anchor: String, _ color: String, _ content: String) -> String {
    let place = String(format: "x=\"%.1f\" y=\"%.1f\"", x, y)
    return "<text \(place) text-anchor=\"\(anchor)\" fill=\"\(color)\">\(content)</text>"
  }
  var parts = [
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" font-family="sans-serif" \
    font-size="13">
    <title>Milliseconds until 99 of 100 clicks are acknowledged. Drawn by the simulation in Benchmarks.</title>
    <rect width="\(Int(width))" height="\(Int(height))" fill="\(colors.paper)"/>
    """,
    text(left, 24, "start", colors.ink, "Milliseconds until 99 of 100 clicks are acknowledged (simulated)"),
  ]
  for (seconds, title) in [(0.001, "1"), (0.01, "10"), (0.1, "100"), (1, "1000")] {
    let height = String(format: "%.1f", y(seconds))
    parts.append("<path d=\"M\(Int(left)) \(height)H\(Int(width - right))\" stroke=\"\(colors.grid)\"/>")
    parts.append(text(left - 8, y(seconds) + 4, "end", colors.quiet, title))
  }
  for visitors in steps where "\(visitors)".hasPrefix("1") {
    let title = visitors.formatted(.number.locale(Locale(identifier: "en")))
    parts.append(text(x(visitors), height - bottom + 20, "middle", colors.quiet, title))
  }
  parts.append(text((left + width - right) / 2, height - bottom + 40, "middle", colors.quiet, "visitors"))
  for (index, curve) in curves.enumerated() {
    let known = zip(steps, curve).compactMap { visitors, seconds in seconds.map { (visitors, $0) } }
    let way = known.map { point($0.0, $0.1) }.joined(separator: " ")
    let color = colors.lines[index]
    parts.append("<polyline points=\"\(way)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>")
    if let (visitors, seconds) = known.last, visitors != steps.last {
      let place = String(format: "cx=\"%.1f\" cy=\"%.1f\"", x(visitors), y(seconds))
      parts.append("<circle \(place) r=\"5\" fill=\"\(color)\"/>")
    }
    let line = height - bottom + 66 + Double(index) * 20
    let (from, to) = (String(format: "M%.1f %.1f", left, line - 4), String(format: "H%.1f", left + 24))
    parts.append("<path d=\"\(from)\(to)\" stroke=\"\(color)\" stroke-width=\"3\"/>")
    parts.append(text(left + 32, line, "start", colors.ink, titles[index]))
  }
  return (parts + ["</svg>", ""]).joined(separator: "\n")
}
