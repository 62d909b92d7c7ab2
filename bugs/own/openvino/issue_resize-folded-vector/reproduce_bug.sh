conda create -y -n issue_resize-folded-vector python=3.11
conda activate issue_resize-folded-vector
pip install -r requirements.txt pytest
pytest -sx test_issue_resize-folded-vector.py
