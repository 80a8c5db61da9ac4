import CounterpointTestSupport
import Foundation
@_spi(Internals) import DurableFiles
import StateSharing
import Testing

/// Law 9: acknowledged changes are durable. `Verification/stress-sharing` kills a thousand programs.
@Suite struct Law9DurableTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var times: Int { ProcessInfo.processInfo.environment["COUNTERPOINT_KILLS"].flatMap { Int($0) } ?? 10 }

  @Test(arguments: ["save", "settings"])
  func acknowledgedChangesSurviveAKill(job: String) throws {
    var acknowledged = 0
    for _ in 0..<times {
      acknowledged = try Program("sharing-fixture", [job, folder.file().path]).killAtRandom() ?? acknowledged
      let found = try #require(value(job))
      // The last change may have been written but not yet acknowledged.
      #expect(found == acknowledged || found == acknowledged + 1)
    }
    #expect(folder.names == ["value.json"])
  }

  private func value(_ job: String) -> Int? {
    if job == "save" { return folder.text().flatMap { Int($0) } }
    return AppStorageStore(url: folder.file(), layer: FileLayer()).integer(forKey: "count")
  }

  @Test(arguments: ["stop", "stop-settings"])
  func aKillBetweenAnyTwoSystemCallsLeavesTheOldOrTheNew(job: String) throws {
    let new = String(repeating: "new", count: 1_000)
    var hasSaved = false
    for number in 1... {
      try Data((job == "stop" ? #""old""# : #"{"text":{"string":{"_0":"old"}}}"#).utf8).write(to: folder.file())
      let program = try Program("sharing-fixture", [job, folder.file().path, "\(number)"])
      hasSaved = program.lines().contains("saved")
      program.end()
      let text = folder.text() ?? ""
      let isOld = text.contains(#""old""#), isNew = text.contains("\"\(new)\"") && text.count < new.count + 40
      #expect(isOld != isNew)
      if hasSaved {
        #expect(isNew)
        break
      }
      try #require(number < 200)
    }
    // Each run removes the temporary files of the last one.
    #expect(folder.temporaryNames == [])
    #expect(folder.names == ["value.json"])
  }

  @Test func aNormalExitWritesWaitingChanges() throws {
    let program = try Program("sharing-fixture", ["exit", folder.file().path])
    _ = program.lines()
    #expect(program.end() == 0)
    #expect(folder.text() == "3")
    #expect(AppStorageStore(url: folder.file("value.json.settings"), layer: FileLayer()).integer(forKey: "count") == 3)
  }

  @Test func aDamagedFileIsQuarantinedAndNeverOverwritten() async throws {
    try Data("no number".utf8).write(to: folder.file())
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect($count.loadError != nil)
      $count.withLock { $0 = 2 }
      try await $count.save()
    }
    let aside = folder.names.filter { $0 != "value.json" }
    #expect(aside.count == 1)
    #expect(folder.text(aside.first ?? "") == "no number")
    #expect(folder.text() == "2")
  }
}
