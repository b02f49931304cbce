import Foundation
import Testing

@testable import AudioToolbox

/// The desktop's sound theme: which file a name stands for.
@Suite struct SoundThemeTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theme-\(UUID().uuidString)")

    private func put(_ path: String, _ text: String = "") throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test func namesAreLookedForFromTheUsersFolderToTheSystemsAndGetShorter() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("own/sounds/freedesktop/stereo/button-pressed.oga")
        try put("all/sounds/freedesktop/index.theme", "[Sound Theme]\r\nDirectories=deep,wide\r\n")
        try put("all/sounds/freedesktop/wide/button-pressed.oga")
        try put("all/sounds/freedesktop/wide/message.wav")
        try put("all/sounds/freedesktop/deep/message-sent.ogg")
        try put("own/sounds/freedesktop/stereo/bell.disabled")
        try put("all/sounds/freedesktop/wide/bell.oga")
        let theme = SoundTheme([
            "XDG_DATA_HOME": folder.appendingPathComponent("own").path,
            "XDG_DATA_DIRS": "relative:" + folder.appendingPathComponent("all").path,
        ])
        func found(_ name: String) -> String? {
            theme.file(name).map { String($0.path.dropFirst(folder.path.count + 1)) }
        }
        #expect(found("button-pressed") == "own/sounds/freedesktop/stereo/button-pressed.oga")
        #expect(found("message-sent-instant") == "all/sounds/freedesktop/deep/message-sent.ogg")
        #expect(found("message-new-email") == "all/sounds/freedesktop/wide/message.wav")
        #expect(found("bell") == nil)
        #expect(found("camera-shutter") == nil)
    }

    @Test func theUsersSwitchForSoundsOfTheInterfaceComesFirst() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let environment = [
            "XDG_CONFIG_HOME": folder.appendingPathComponent("own").path,
            "XDG_CONFIG_DIRS": folder.appendingPathComponent("all").path,
        ]
        #expect(EventSounds.areOn(environment))
        try put("all/gtk-3.0/settings.ini", "[Settings]\ngtk-enable-event-sounds=0\n")
        #expect(!EventSounds.areOn(environment))
        try put("own/gtk-3.0/settings.ini", "[Other]\ngtk-enable-event-sounds=0\n[Settings]\n gtk-font-name = Sans\n")
        #expect(!EventSounds.areOn(environment))
        try put("own/gtk-3.0/settings.ini", "# mine\n[Settings]\ngtk-enable-event-sounds = true\n")
        #expect(EventSounds.areOn(environment))
        try put("own/gtk-4.0/settings.ini", "[Settings]\ngtk-enable-event-sounds=FALSE")
        #expect(!EventSounds.areOn(environment))
    }

    @Test func numbersThatProgramsUseHaveNames() {
        #expect(SoundTheme.name(of: 1104) == "button-pressed")
        #expect(SoundTheme.name(of: 1108) == "camera-shutter")
        #expect(SoundTheme.name(of: 1016) == "message-new-instant")
        #expect(SoundTheme.name(of: 2) == nil)
    }
}
