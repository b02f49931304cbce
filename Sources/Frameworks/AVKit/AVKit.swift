// As Apple's module does: `import AVKit` alone brings players and the audio session.
@_exported import AVFoundation
