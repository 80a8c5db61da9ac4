import Testing

@testable import CounterpointSessions

/// The room for the files from one address.
@Suite struct AddressLimitTests {
  @Test func filesFromOneAddressHaveALimitOfTheirOwn() throws {
    let site = SiteFiles(limits: UploadLimits(bytesPerAddress: 10, bytes: 25))
    let (first, second) = (AddressKey.ipv4(1), AddressKey.ipv4(2))
    #expect(site.reserve(6, for: first) == nil)
    #expect(site.reserve(5, for: first) == .tooManyBytesOfAddress)
    #expect(site.reserve(10, for: second) == nil)
    #expect(site.reserve(9, for: nil) == nil)
    #expect(site.reserve(1, for: nil) == .noRoomForFiles)
    site.release(6, for: first)
    #expect(site.reserve(6, for: first) == nil)
    #expect(site.bytes == 25)
  }
}
