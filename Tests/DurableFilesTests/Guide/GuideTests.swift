import CounterpointTestSupport
import DurableFiles
import Foundation
import Testing

// The code of the module's page.

struct Settings: Codable {
  var visits = 0
}

func countVisit(in url: URL) throws -> Settings {
  try DurableFile(url).withLock { file in
    var settings = Settings()
    if let data = try file.read() {
      do {
        settings = try JSONDecoder().decode(Settings.self, from: data)
      } catch {
        print("The settings can't be decoded, and are kept in \(try file.quarantine().path).")
      }
    }
    settings.visits += 1
    try file.write(JSONEncoder().encode(settings))
    return settings
  }
}

func follow(_ file: DurableFile) async throws {
  for await _ in file.changes {
    print(try file.read().map { String(decoding: $0, as: UTF8.self) } ?? "There is no file.")
  }
}

@Suite(.ends) struct GuideTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func visitsAreCountedAndADamagedFileIsKept() throws {
    #expect(try countVisit(in: folder()).visits == 1)
    #expect(try countVisit(in: folder()).visits == 2)
    try folder.put("damaged")
    #expect(try countVisit(in: folder()).visits == 1)
    #expect(folder.quarantined.compactMap { folder.text($0) } == ["damaged"])
  }

  @Test func followingEndsWithItsTask() async throws {
    let task = Task { [file = folder.file()] in try await follow(file) }
    task.cancel()
    try await task.value
  }

  @Test func theExampleOfTheType() throws {
    let file = DurableFile(folder("notes.txt"))
    try file.write(Data("Buy milk".utf8))
    let notes = try file.read()
    #expect(notes == Data("Buy milk".utf8))
  }
}
