import CounterpointTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The widths of texts, for comparisons with a terminal.
enum Widths {
  /// Prints the number of characters and the width of each line, on a terminal that has given some answers.
  static func measure(answers: [Int]) {
    DisplayWidth.$clusterWidths.withValue(ClusterWidths(answers: answers) ?? ClusterWidths()) {
      while let line = readLine() { print(line.count, DisplayWidth.of(line)) }
    }
  }

  /// Shows lines in boxes of 38 columns, 20 at a time. A key shows the next ones, and `q` ends the program.
  static func show() async throws {
    var lines: [String] = []
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(4, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    let session = try TerminalSession(output: 1)
    defer { session.close() }
    var page = 0
    for await event in session.events {
      if case .interrupted = event { break }
      if event == .key("q") { break }
      if case .key = event { page += 1 }
      let shown = session.measure {
        lines.dropFirst(20 * page).prefix(20).map { line in
          StyledText("│") + StyledText(line).clipped(to: 36).padded(to: 36) + "│"
        }
      }
      session.draw(Screen(shown + ["page \(page)"]))
    }
  }
}
