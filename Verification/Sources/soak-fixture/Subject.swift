import Foundation
import StateSharing

import StateSharingSQLite

/// The value that most storages hold: a number for each program, and one that only foreign programs change.
struct Tally: Codable, Equatable, Sendable {
  /// A text before the numbers. If it is long, the numbers are far from the beginning of the file.
  var about = ProcessInfo.processInfo.environment["SOAK_ABOUT"] ?? ""
  var counts: [String: Int] = [:]
  var foreign = 100_000

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

/// A shared value of some storage, as the commands use it.
struct Subject: Sendable {
  /// Whether a change without an error is stored when `withLock` returns.
  let isStoredByChange: Bool
  /// Adds one to this program's number.
  let change: @Sendable () -> Void
  let save: @Sendable () async throws -> Void
  let load: @Sendable () async throws -> Void
  let saveError: @Sendable () -> (any Error)?
  let read: @Sendable () -> String
}

extension Subject {
  init(_ tally: Shared<Tally>, writer: String, isStoredByChange: Bool) {
    self.init(
      isStoredByChange: isStoredByChange,
      change: { tally.withLock { $0.counts[writer, default: 0] += 1 } },
      save: { try await tally.save() },
      load: { try await tally.load() },
      saveError: { tally.saveError },
      read: { tally.wrappedValue.json }
    )
  }

  /// Settings: the same fields, each a setting of its own.
  init(settings store: AppStorageStore, writer: String) {
    let about = Shared(wrappedValue: Tally().about, .appStorage("about", store: store))
    let count = Shared(wrappedValue: 0, .appStorage("count-\(writer)", store: store))
    let foreign = Shared(wrappedValue: Tally().foreign, .appStorage("foreign", store: store))
    self.init(
      isStoredByChange: false,
      change: { count.withLock { $0 += 1 } },
      save: { try await count.save() },
      load: { for load in [about.load, count.load, foreign.load] { try await load() } },
      saveError: { count.saveError },
      read: {
        let (about, count, foreign) = (about.wrappedValue, count.wrappedValue, foreign.wrappedValue)
        return Tally(about: about, counts: [writer: count], foreign: foreign).json
      }
    )
  }
}

/// Declares the value of a storage, or returns `nil` if there is no such storage.
///
/// - Parameter place: The file; for settings the folder, which is also `XDG_CONFIG_HOME`.
func makeSubject(_ storage: String, at place: String, writer: String) -> Subject? {
  let url = URL(fileURLWithPath: place)
  // A fixed order of the fields, in release builds too: the number that foreign programs change is at the end.
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  let modes: [String: FileStorageMode] = [
    "immediate": .immediate, "throttled": .throttled, "transactional": .transactional,
  ]
  if let mode = modes[storage] {
    let tally = Shared(wrappedValue: Tally(), .fileStorage(url, encoder: encoder, mode: mode))
    return Subject(tally, writer: writer, isStoredByChange: mode != .throttled)
  }
  switch storage {
  case "settings":
    return AppStorageStore(suiteName: "soak").map { Subject(settings: $0, writer: writer) }
  case "memory":
    return Subject(Shared(wrappedValue: Tally(), .inMemory("tally")), writer: writer, isStoredByChange: false)
  case "sqlite":
    let tally = Shared(wrappedValue: Tally(), .sqlite("tally", database: SQLiteDatabase(url)))
    return Subject(tally, writer: writer, isStoredByChange: true)
  default:
    return nil
  }
}
