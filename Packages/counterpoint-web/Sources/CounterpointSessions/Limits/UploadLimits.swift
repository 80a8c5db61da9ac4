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
  public init(
    fileSize: Int = 10 << 20,
    files: Int = 10,
    requestSize: Int = 50 << 20,
    requestsPerSession: Int = 4,
    bytesPerSession: Int = 100 << 20,
    bytesPerAddress: Int = 512 << 20,
    bytes: Int = 2 << 30
  ) {
    self.fileSize = fileSize
    self.files = files
    self.requestSize = requestSize
    self.requestsPerSession = requestsPerSession
    self.bytesPerSession = bytesPerSession
    self.bytesPerAddress = bytesPerAddress
    self.bytes = bytes
  }
}
