conda create -y -n issue_expand-empty-shape python=3.11
conda activate issue_expand-empty-shape
pip install -r requirements.txt pytest
pytest -sx test_issue_expand-empty-shape.py
