@_spi(Internals) import CounterpointSupport
import CounterpointSimulation
import Foundation
import StateSharing

/// The cards that programs have stored, as far as they know, and those on the disk.
final class Cards: Sendable {
  private struct Contents: Sendable {
    var last = 0
    var acknowledged: [Int] = []
  }

  private let contents = Locked(Contents())
  let url: URL

  init(_ name: String = "cards") { url = URL(fileURLWithPath: "/data/\(name).json") }

  /// A number that no other card has.
  func next() -> Int {
    contents.withLock { contents in
      contents.last += 1
      return contents.last
    }
  }

  /// Notes that a program knows a card to be stored.
  func acknowledge(_ card: Int) { contents.withLock { $0.acknowledged.append(card) } }

  var acknowledged: [Int] { contents.withLock { $0.acknowledged } }

  /// Adds cards to the file and acknowledges each, until the task is canceled.
  func add(mode: FileStorageMode, every pause: Duration) async throws {
    @Shared(.fileStorage(url, mode: mode)) var cards: [Int] = []
    while true {
      let card = next()
      $cards.withLock { $0.append(card) }
      do {
        try await $cards.save()
        acknowledge(card)
      } catch is SharedStorageError {
        // The change is not stored, or it is unknown whether it is. It is not acknowledged.
      }
      try await Task.sleep(for: pause)
    }
  }

  /// Returns a text about a card that is lost or stored twice; nil if there is none.
  func damage(on disk: Disk) -> String? {
    let data = disk.contents(of: url.path) ?? Data("[]".utf8)
    guard let stored = try? JSONDecoder().decode([Int].self, from: data) else {
      return "the file is damaged: \(String(decoding: data, as: UTF8.self))"
    }
    let counts = Dictionary(stored.map { ($0, 1) }, uniquingKeysWith: +)
    if let lost = acknowledged.first(where: { counts[$0] == nil }) { return "the acknowledged card \(lost) is lost" }
    return counts.filter { $0.value > 1 }.keys.min().map { "card \($0) is stored \(counts[$0]!) times" }
  }
}
