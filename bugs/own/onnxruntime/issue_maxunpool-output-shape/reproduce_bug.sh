conda create -y -n issue_maxunpool-output-shape python=3.11
conda activate issue_maxunpool-output-shape
pip install -r requirements.txt pytest
pytest -sx test_issue_maxunpool-output-shape.py
