import Foundation

/// The collection of real files, which lies beside the project; tests of them are skipped where it is absent.
enum RealFiles {
    static let folder: String? = {
        let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardized
        return FileManager.default.fileExists(atPath: beside.path) ? beside.path : nil
    }()
}
