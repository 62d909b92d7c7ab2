conda create -y -n issue_tile-empty-repeats python=3.11
conda activate issue_tile-empty-repeats
pip install -r requirements.txt pytest
pytest -sx test_issue_tile-empty-repeats.py
