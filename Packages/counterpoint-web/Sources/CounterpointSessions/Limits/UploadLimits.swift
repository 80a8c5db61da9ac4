/// The limits of the files that visitors send.
///
/// A control has limits of its own: see `FieldControl.files(accept:maxCount:maxSize:)`. The lower limit counts.
public struct UploadLimits: Hashable, Sendable {
  /// The maximum size of a file, in bytes.
  public var fileSize: Int
  /// The maximum number of files in one request.
  public var files: Int
  /// The maximum size of a request with files, in bytes.
  public var requestSize: Int
  /// The maximum number of requests with files that one session sends at the same time.
  public var requestsPerSession: Int
  /// The maximum size of all temporary files of one session, in bytes.
  public var bytesPerSession: Int
  /// The maximum size of all temporary files from one address, in bytes.
  public var bytesPerAddress: Int
  /// The maximum size of all temporary files of the site, in bytes. At the limit, files get status 503.
  public var bytes: Int
  /// The rate of the bytes of a session's requests with files.
  ///
  /// The bytes count as they arrive, whether the files are accepted or not. While the rate is used up, a request with
  /// files gets status 429, also in its middle.
  public var ratePerSession: RateLimit
  /// The rate of the bytes of requests with files from one address.
  public var ratePerAddress: RateLimit

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - fileSize: The maximum size of a file, in bytes.
  ///   - files: The maximum number of files in one request.
  ///   - requestSize: The maximum size of a request with files, in bytes.
  ///   - requestsPerSession: The maximum number of requests with files that one session sends at the same time.
  ///   - bytesPerSession: The maximum size of all temporary files of one session, in bytes.
  ///   - bytesPerAddress: The maximum size of all temporary files from one address, in bytes.
  ///   - bytes: The maximum size of all temporary files of the site, in bytes.
  ///   - ratePerSession: The rate of the bytes of a session's requests with files.
  ///   - ratePerAddress: The rate of the bytes of requests with files from one address.
  public init(
    fileSize: Int = 10 << 20,
    files: Int = 10,
    requestSize: Int = 50 << 20,
    requestsPerSession: Int = 4,
    bytesPerSession: Int = 100 << 20,
    bytesPerAddress: Int = 512 << 20,
    bytes: Int = 2 << 30,
    ratePerSession: RateLimit = RateLimit(burst: 200 << 20, perSecond: 1_048_576),
    ratePerAddress: RateLimit = RateLimit(burst: 1 << 30, perSecond: 8_388_608)
  ) {
    self.fileSize = fileSize
    self.files = files
    self.requestSize = requestSize
    self.requestsPerSession = requestsPerSession
    self.bytesPerSession = bytesPerSession
    self.bytesPerAddress = bytesPerAddress
    self.bytes = bytes
    self.ratePerSession = ratePerSession
    self.ratePerAddress = ratePerAddress
  }
}
