#!/usr/bin/env lua5.4
-- An engine for Dots and Boxes in Lua, over Hub (docs/hub.md). It beats the level `beginner`:
--
--     damero match dots --seat program:examples/dots.lua --seat engine:beginner --games 20
--
-- It takes every box it can, otherwise draws a line that gives away as few boxes as possible.

local rows, columns = 5, 5
local digits = "0123456789abcdefghijklmnop"

local function digit(n) return digits:sub(n + 1, n + 1) end

local function line_of(x1, y1, x2, y2) return digit(x1) .. digit(y1) .. digit(x2) .. digit(y2) end

-- The boxes on both sides of a line: the column and row of their lower left dot.
local function boxes_beside(line)
  local x, y = tonumber(line:sub(1, 1), 36), tonumber(line:sub(2, 2), 36)
  local upright = line:sub(1, 1) == line:sub(3, 3)
  local found = {}
  for _, box in ipairs { { x, y }, upright and { x - 1, y } or { x, y - 1 } } do
    if box[1] >= 1 and box[1] <= columns and box[2] >= 1 and box[2] <= rows then
      found[#found + 1] = box
    end
  end
  return found
end

-- The lines that a box still lacks.
local function missing(box, open)
  local x, y, lines = box[1], box[2], {}
  for _, line in ipairs { line_of(x, y, x + 1, y), line_of(x, y + 1, x + 1, y + 1),
                          line_of(x, y, x, y + 1), line_of(x + 1, y, x + 1, y + 1) } do
    if open[line] then lines[#lines + 1] = line end
  end
  return lines
end

-- How many boxes the other player can take one after the other once this line is drawn.
local function gift(line, open)
  local left, taken, waiting = {}, 0, boxes_beside(line)
  for other in pairs(open) do left[other] = other ~= line or nil end
  while #waiting > 0 do
    local last = missing(table.remove(waiting), left)
    if #last == 1 then
      for _, box in ipairs(boxes_beside(last[1])) do
        if #missing(box, left) == 1 then taken = taken + 1 end
        waiting[#waiting + 1] = box
      end
      left[last[1]] = nil
    end
  end
  return taken
end

local function choose(legal)
  local open, best, least = {}, "0000", math.huge
  for _, line in ipairs(legal) do open[line] = line ~= "0000" or nil end
  for line in pairs(open) do
    for _, box in ipairs(boxes_beside(line)) do
      if #missing(box, open) == 1 then return line end
    end
  end
  for line in pairs(open) do
    local cost = gift(line, open) + math.random() / 2
    if cost < least then best, least = line, cost end
  end
  return best
end

io.stdout:setvbuf("line") -- send every line at once
local legal = {}
for text in io.lines() do
  local command = text:match("^%S+")
  if command == "hub" then
    print('id name="Dots in Lua" version=1 author=Damero\nwait')
  elseif command == "game" then
    local height, width = text:match("size=(%d+)x(%d+)")
    rows, columns = tonumber(height or 5), tonumber(width or 5)
  elseif command == "init" then
    print("ready")
  elseif command == "legal" then
    legal = {}
    for move in text:match('moves="?([^"]*)'):gmatch("%S+") do legal[#legal + 1] = move end
  elseif command == "go" then
    print("done move=" .. choose(legal))
  elseif command == "quit" then
    break
  end
end
