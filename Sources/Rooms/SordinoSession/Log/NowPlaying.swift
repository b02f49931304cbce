import SordinoPolicy

/// The playback that a key of a headset or keyboard controls.
package struct NowPlaying: Hashable, Sendable {
    package let app: AppID
    package let name: String
    package let isPlaying: Bool

    package init(app: AppID, name: String, isPlaying: Bool) {
        self.app = app
        self.name = name
        self.isPlaying = isPlaying
    }
}
