import Glibc

/// The folders of a person's files, as the environment names them.
///
/// A variable whose path is relative counts as not set; so do an empty one and a relative part of a list.
/// - Source: freedesktop.org, "XDG Base Directory Specification" 0.8: "All paths set in these environment variables must be
///   absolute. If an implementation encounters a relative path […] it should consider the path invalid and ignore it."
package struct BaseFolders: Sendable {
    private let environment: [String: String]?

    /// Reads variables of a given environment; nil is the process's own.
    package init(_ environment: [String: String]? = nil) { self.environment = environment }

    /// `$XDG_DATA_HOME`, else `~/.local/share`; nil without a home.
    package var data: String? { own("XDG_DATA_HOME", or: ".local/share") }
    /// `$XDG_CONFIG_HOME`, else `~/.config`; nil without a home.
    package var configuration: String? { own("XDG_CONFIG_HOME", or: ".config") }
    /// `$XDG_STATE_HOME`, else `~/.local/state`; nil without a home.
    package var state: String? { own("XDG_STATE_HOME", or: ".local/state") }
    /// `$XDG_CACHE_HOME`, else `~/.cache`; nil without a home.
    package var cache: String? { own("XDG_CACHE_HOME", or: ".cache") }
    /// `$XDG_RUNTIME_DIR`; nil where there is none.
    package var runtime: String? { path("XDG_RUNTIME_DIR") }
    /// The first folder of `$STATE_DIRECTORY`, which systemd gives to a unit; nil outside of one.
    package var unitState: String? { list("STATE_DIRECTORY")?.first }

    /// The person's data, then the folders of `$XDG_DATA_DIRS`.
    package var allData: [String] {
        (data.map { [$0] } ?? []) + (list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"])
    }
    /// The person's configuration, then the folders of `$XDG_CONFIG_DIRS`.
    package var allConfiguration: [String] {
        (configuration.map { [$0] } ?? []) + (list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"])
    }

    private func own(_ name: String, or usual: String) -> String? {
        path(name) ?? path("HOME").map { "\($0)/\(usual)" }
    }

    private func path(_ name: String) -> String? { value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

    private func list(_ name: String) -> [String]? {
        guard let text = value(name), !text.isEmpty else { return nil }
        return text.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    }

    private func value(_ name: String) -> String? {
        if let environment { return environment[name] }
        return getenv(name).map { String(cString: $0) }
    }
}
