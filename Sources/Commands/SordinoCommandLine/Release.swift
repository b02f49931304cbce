/// The release that this source is, or will be next.
package enum Release {
    /// The version, by Semantic Versioning 2.0.0; the tag of the release bears the same name.
    package static let version = "0.9.0"

    /// Returns the line that a command prints for `--version`.
    package static func line(for command: String) -> String { "\(command) (Sordino) \(version)\n" }
}
