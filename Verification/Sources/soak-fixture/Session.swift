import Dispatch
import Foundation

/// Prints a line at once, because a killed program flushes nothing.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// Runs the driver's commands on one shared value.
struct Session {
  private let subject: Subject
  /// The number of the last change.
  private var made = 0

  /// Runs commands until `end` or the end of the input, away from the main thread.
  @concurrent static func run(_ commands: AsyncStream<String>, on subject: Subject) async {
    var session = Session(subject: subject)
    for await command in commands {
      if command == "end" { return }
      await session.run(command)
    }
  }

  private mutating func run(_ command: String) async {
    let words = command.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch (words.first, numbers.count) {
    case ("change", 1):
      for _ in 0..<numbers[0] { change() }
    case ("save", 1):
      for _ in 0..<numbers[0] {
        made += 1
        subject.change()
        await save()
      }
    case ("burst", 2):
      let subject = subject
      made += numbers[0] * numbers[1]
      DispatchQueue.concurrentPerform(iterations: numbers[0]) { _ in
        for _ in 0..<numbers[1] { subject.change() }
      }
      await save()
    case ("flush", 0):
      await save()
    case ("load", 0):
      do {
        try await subject.load()
        say("loaded")
      } catch {
        say("unreadable \(oneLine(error))")
      }
    case ("read", 0):
      say("value \(subject.read())")
    case ("observers", 1):
      say("ended \(timeToEnd(numbers[0]))")
    default:
      say("unknown command \(command)")
    }
  }

  private mutating func change() {
    made += 1
    subject.change()
    let error = subject.saveError()
    if let answer = refusal(of: error) {
      say(answer)
    } else {
      say(subject.isStoredByChange ? "stored \(made)" : "changed \(made)")
    }
  }

  private func save() async {
    // The error of an earlier change, which the save clears.
    let before = subject.saveError()
    var thrown: (any Error)?
    do { try await subject.save() } catch { thrown = error }
    say(refusal(of: before, thrown, subject.saveError()) ?? "stored \(made)")
  }

  /// Returns the answer for what the library reported since the last answer, and `nil` if it reported nothing.
  private func refusal(of errors: (any Error)?...) -> String? {
    let reports = Reports.take()
    let errors = errors.compactMap(\.self)
    guard let reason = reports.first ?? errors.first.map(oneLine) else { return nil }
    return "refused \(made) \(max(reports.count, 1)) \(reason)"
  }
}

func oneLine(_ value: Any) -> String {
  String("\(value)".replacing("\n", with: " ").prefix(2_000))
}
