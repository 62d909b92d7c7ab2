conda create -y -n issue_broadcast-to-shape python=3.11
conda activate issue_broadcast-to-shape
pip install -r requirements.txt pytest
pytest -sx test_issue_broadcast-to-shape.py
