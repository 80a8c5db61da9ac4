import NIOSSL

/// The certificates of connections to a cluster, as paths of PEM files.
public struct EtcdSecurity: Hashable, Sendable {
  /// The authorities that sign the members' certificates; `nil` for those of the system.
  public var authorities: String?
  /// The certificate of this client; `nil` without one.
  public var certificate: String?
  /// The key of the certificate.
  public var key: String?
  /// The name in the members' certificates, if it differs from their addresses.
  public var serverName: String?

  /// Creates a description of certificates.
  ///
  /// - Parameters:
  ///   - authorities: The file with the authorities that sign the members' certificates; `nil` for those of the system.
  ///   - certificate: The file with the certificate of this client; `nil` without one.
  ///   - key: The file with the key of the certificate.
  ///   - serverName: The name in the members' certificates, if it differs from their addresses.
  public init(
    authorities: String? = nil,
    certificate: String? = nil,
    key: String? = nil,
    serverName: String? = nil
  ) {
    self.authorities = authorities
    self.certificate = certificate
    self.key = key
    self.serverName = serverName
  }

  func configuration() throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let authorities {
      configuration.trustRoots = .certificates(try read(authorities, NIOSSLCertificate.fromPEMFile))
    }
    if let certificate {
      configuration.certificateChain = try read(certificate, NIOSSLCertificate.fromPEMFile).map { .certificate($0) }
    }
    if let key {
      configuration.privateKey = .privateKey(try read(key) { try NIOSSLPrivateKey(file: $0, format: .pem) })
    }
    return configuration
  }

  /// Returns the reason for which a member did not answer, with advice if it is about certificates.
  static func description(of error: any Error) -> String {
    let text = "\(error)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      return "its certificate is signed by no known authority (ETCDCTL_CACERT)"
    }
    if ["CERTIFICATE_REQUIRED", "BAD_CERTIFICATE", "UNKNOWN_CA"].contains(where: text.contains) {
      return "it refuses the certificate of this client (ETCDCTL_CERT, ETCDCTL_KEY)"
    }
    return text
  }

  private func read<Result>(_ path: String, _ parse: (String) throws -> Result) throws -> Result {
    do {
      return try parse(path)
    } catch {
      throw EtcdError.invalidConfiguration("The certificate or key '\(path)' can't be read: \(error).")
    }
  }
}
