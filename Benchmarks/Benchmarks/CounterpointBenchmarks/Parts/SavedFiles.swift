import Benchmark
import Foundation
import StateSharing

/// The value of the floor and of the cases.
private struct Settings: Codable {
  var count = 0
  var title = "A title"
}

func savedFiles() {
  benchmark("floor F: encode a small value, and replace its file durably", repetitions: 20, PlainFile.init) {
    meter,
    file in
    var settings = Settings()
    meter.measure {
      settings.count += 1
      file.save(settings)
    }
  }

  benchmark("saved: += 1 in a small file, durable when withLock returns", repetitions: 20, SavedFile.init) {
    meter,
    file in
    meter.measure { file.settings.withLock { $0.count += 1 } }
    file.requireSaved()
  }

  benchmark("saved: save() of a small file", repetitions: 20, SavedFile.init) { meter, file in
    await meter.measure { try? await file.settings.save() }
    file.requireSaved()
  }
}

/// A shared value in a file in the temporary folder.
private final class SavedFile {
  let settings: Shared<Settings>
  private let folder: URL

  init() {
    folder = makeTemporaryFolder()
    let url = folder.appendingPathComponent("value.json")
    settings = Shared(wrappedValue: Settings(), .fileStorage(url, mode: .immediate))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A failed save would be faster.
  func requireSaved() {
    if let error = settings.saveError { fatalError("\(error)") }
  }
}
