import Testing

@_spi(Internals) @testable import DurableFiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct FileStampTests {
  /// A slow disk delays the read after the stamp, or the synchronization of the folder.
  @Test func aStampIsConclusiveIfTheChangeWasOldWhenItWasTaken() {
    var status = stat()
    #if canImport(Darwin)
    status.st_ctimespec.tv_sec = 1_000
    #else
    status.st_ctim.tv_sec = 1_000
    #endif
    let soon = FileStamp(status, now: 1_000.001), later = FileStamp(status, now: 1_001)
    #expect(!soon.isConclusive && later.isConclusive)
    #expect(soon == later && soon.hashValue == later.hashValue)
  }
}
