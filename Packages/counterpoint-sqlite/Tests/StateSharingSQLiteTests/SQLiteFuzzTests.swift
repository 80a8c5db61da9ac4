import CounterpointTestSupport
import Foundation
import StateSharing
import StateSharingSQLite
import Testing

/// Tests with files that are almost databases. `Verification/stress-sharing` creates ten thousand.
@Suite struct SQLiteFuzzTests {
  @Test func noFileStopsTheProgramOrIsLost() throws {
    let source = try Folder()
    do {
      @Shared(.sqlite("count", database: SQLiteDatabase(source.file()))) var count = 0
      $count.withLock { $0 = 5 }
    }
    let whole = try Data(contentsOf: source.file())
    let number = ProcessInfo.processInfo.environment["COUNTERPOINT_FILES"].flatMap { Int($0) } ?? 100
    for number in 0..<number {
      let folder = try Folder()
      var bytes = whole
      switch number % 3 {
      case 0: bytes = Data((0..<Int.random(in: 1...300)).map { _ in UInt8.random(in: 0...255) })
      case 1: bytes = bytes.prefix(.random(in: 1..<bytes.count))
      default: for _ in 1...20 { bytes[Int.random(in: 0..<bytes.count)] = .random(in: 0...255) }
      }
      try bytes.write(to: folder.file())
      @Shared(.sqlite("count", database: SQLiteDatabase(folder.file()))) var count = 0
      let isNoDatabase: Bool
      switch $count.loadError as? SharedStorageError {
      case .corrupt(let path, _, _): isNoDatabase = path == folder.file().path
      case nil: isNoDatabase = false
      default: isNoDatabase = true
      }
      $count.withLock { $0 += 1 }
      let isWritten = $count.saveError == nil
      let names = folder.names.filter { $0.contains("corrupt") }
      if isNoDatabase {
        // An unreadable file is unchanged, at its path or quarantined.
        let kept = [folder.file()] + names.map { folder.file($0) }
        #expect(isWritten == !names.isEmpty)
        #expect(kept.contains { (try? Data(contentsOf: $0)) == bytes })
      } else if isWritten {
        @Shared(.sqlite("count", database: SQLiteDatabase(folder.file()))) var same = -1
        #expect(same == count)
      }
    }
  }
}
